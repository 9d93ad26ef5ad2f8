/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring's protocol for spin: reserve, nested reserve, commit, discard, overwrite, the
 * reader's exchange of pages, the walker's copy, the exchange of parts for a snapshot.
 *
 * One step of a process is one access to shared memory, as in kernel/trace/ring/write.c and reader.c.
 * A task, an interrupt and an NMI are processes of one CPU: who is not at level lvl stands still.
 * Readers are on other CPUs and run at any time.  Page sequence numbers have 4 bits and start just
 * before overflow.
 *
 * What is asserted: no event is read before it is filled in, or after its page was taken for others; events are
 * read in order, without one twice, and the number of those lost is exact; time does not go back;
 * a page with open events is never overwritten; when all is quiet, written = read + left + lost.
 *
 * -DPARTS=2 makes it two rings whose parts are exchanged.  -DKEEP refuses the newest event instead of
 * overwriting.  See Makefile for the bounds that are run.
 */
#ifndef PARTS
#define PARTS	1
#endif
#ifndef TASKS
#define TASKS	3		/* events of each context */
#endif
#ifndef IRQS
#define IRQS	2
#endif
#ifndef NMIS
#define NMIS	1
#endif
#ifndef CAP
#define CAP	2		/* events in a page */
#endif

#define SLOTS	2
#define PAGES	3		/* of a part, the reader's included */
#define SEQ(n)	((n) & 15)
#define AHEAD(a, b) (SEQ((a) - (b) + 8) - 8)	/* signed distance of 4-bit numbers */
#define START	14

#define PG(q)	(p * PAGES + (q))
#define SL(n)	(p * SLOTS + (n))
#define EV(q, i) (PG(q) * CAP + (i))

/* head: moved as one */
byte head_page[PARTS], head_off[PARTS], head_time[PARTS];
/* commit: stored as one */
byte commit_seq[PARTS], commit_off[PARTS];
/* slots: exchanged as one */
byte slot_seq[PARTS * SLOTS], slot_page[PARTS * SLOTS];
bool slot_taken[PARTS * SLOTS];
/* descriptors */
byte d_seq[PARTS * PAGES], d_slot[PARTS * PAGES], d_end[PARTS * PAGES], d_first[PARTS * PAGES];
byte nest[PARTS], pub_page[PARTS];
byte refused[PARTS];
/* events: number + 1 once filled in, 0 before; and their time */
byte data[PARTS * PAGES * CAP], stamp[PARTS * PAGES * CAP];
byte number[PARTS];		/* of the next event reserved: what a reader must find */
/* readers */
byte r_seq[PARTS], r_slot[PARTS], r_page[PARTS], r_off[PARTS], r_next[PARTS], r_read[PARTS], r_lost[PARTS];
byte r_time[PARTS];

byte cur;			/* the part that is written */
byte lvl;			/* who runs on the CPU: 0 task, 1 interrupt, 2 NMI */
byte clk;
byte done;			/* writers that are through */

/* One access by the writer at level me; WHEN() is a branch that it can take. */
#define STEP	lvl == me ->
#define WHEN(c)	(lvl == me && (c)) ->

inline claim_next()
{
	/* slot (seq - SLOTS, any) -> (seq, unread) */
	atomic { STEP seq = SEQ(d_seq[PG(o_page)] + 1); n = 1 - d_slot[PG(o_page)];
		w_seq = slot_seq[SL(n)]; w_page = slot_page[SL(n)]; w_taken = slot_taken[SL(n)] }
	do
	:: w_seq == seq -> break
	:: else ->
		if
		:: atomic { WHEN(head_page[p] != o_page || head_off[p] != o_off) again = true }; break
		:: atomic { WHEN(head_page[p] == o_page && head_off[p] == o_off)
			assert(AHEAD(w_seq, seq) == -SLOTS) }
		fi;
#ifdef KEEP
		if
		:: !w_taken -> nospc = true; break
		:: else
		fi;
#endif
		if
		:: atomic { WHEN(!w_taken && AHEAD(commit_seq[p], w_seq) <= 0) nospc = true }; break
		:: atomic { WHEN(w_taken || AHEAD(commit_seq[p], w_seq) > 0) skip }
		fi;
		atomic { STEP
			if
			:: slot_seq[SL(n)] == w_seq && slot_page[SL(n)] == w_page && slot_taken[SL(n)] == w_taken ->
				slot_seq[SL(n)] = seq; slot_taken[SL(n)] = false; w_seq = seq
			:: else ->
				w_seq = slot_seq[SL(n)]; w_page = slot_page[SL(n)]; w_taken = slot_taken[SL(n)]
			fi
		}
	od;
	if
	:: !again && !nospc ->
		atomic { STEP w_page = slot_page[SL(n)]; assert(slot_seq[SL(n)] == seq) }
		atomic { STEP d_seq[PG(w_page)] = seq; d_slot[PG(w_page)] = n }
	:: else
	fi
}

inline reserve()
{
	atomic { STEP p = cur }
	atomic { STEP nest[p]++ }
	do
	:: atomic { STEP o_page = head_page[p]; o_off = head_off[p]; again = false; nospc = false }
		atomic { STEP o_time = head_time[p] }
		atomic { STEP clk++; now = clk; moved = o_off == CAP; n_page = o_page; n_off = o_off }
		if
		:: moved -> claim_next(); n_page = w_page; n_off = 0
		:: else
		fi;
		if
		:: nospc -> break
		:: again -> skip
		:: else ->
			atomic { STEP
				if
				:: head_page[p] == o_page && head_off[p] == o_off && head_time[p] == o_time ->
					assert(now >= o_time);
					head_page[p] = n_page; head_off[p] = n_off + 1; head_time[p] = now;
					num = number[p]; number[p]++;
					data[EV(n_page, n_off)] = 0; stamp[EV(n_page, n_off)] = now
				:: else -> again = true
				fi
			}
			if
			:: !again -> break
			:: else
			fi
		fi
	od;
	if
	:: !nospc && moved -> atomic { STEP d_end[PG(o_page)] = o_off }
	:: nospc -> atomic { STEP refused[p]++ }
	:: else
	fi
}

inline leave()
{
	if
	:: atomic { WHEN(nest[p] != 1) nest[p]-- }
	:: atomic { WHEN(nest[p] == 1) skip };
		do
		:: atomic { STEP o_page = head_page[p]; o_off = head_off[p] }
			/* publish_pages() */
			w_page = pub_page[p];
			do
			:: w_page != o_page ->
				atomic { STEP n = 1 - d_slot[PG(w_page)];
					assert(slot_seq[SL(n)] == SEQ(d_seq[PG(w_page)] + 1));
					n_page = slot_page[SL(n)] }
				atomic { STEP d_first[PG(n_page)] = d_first[PG(w_page)] + d_end[PG(w_page)] }
				w_page = n_page
			:: else -> break
			od;
			atomic { STEP pub_page[p] = w_page }
			atomic { STEP commit_seq[p] = d_seq[PG(o_page)]; commit_off[p] = o_off }
			atomic { STEP nest[p] = 0 }
			if
			:: atomic { WHEN(head_page[p] == o_page && head_off[p] == o_off) skip }; break
			:: atomic { WHEN(head_page[p] != o_page || head_off[p] != o_off) skip };
				atomic { STEP nest[p] = 1 }
			fi
		od
	fi
}

/* Take the event back if nothing came after it; else (the padding case) keep it. */
inline discard()
{
	atomic { STEP
		if
		:: head_page[p] == n_page && head_off[p] == n_off + 1 && head_time[p] == now && !moved ->
			head_off[p] = n_off; head_time[p] = o_time; number[p]--
		:: else -> data[EV(n_page, n_off)] = num + 1
		fi
	}
}

inline write_event()
{
	reserve();
	if
	:: nospc -> skip
	:: else ->
		if
		:: atomic { STEP data[EV(n_page, n_off)] = num + 1 }
#ifdef DISCARD
		:: discard()
#endif
		fi
	fi;
	leave();
	/* Nothing left behind, so that states which differ in nothing else are one. */
	atomic { STEP o_page = 0; o_off = 0; o_time = 0; now = 0; n_page = 0; n_off = 0; seq = 0; n = 0;
		w_seq = 0; w_page = 0; w_taken = false; num = 0; moved = false; p = 0; nospc = false; again = false }
}

#define WRITER_VARS						\
	byte p, o_page, o_off, o_time, now, n_page, n_off, seq, n, w_seq, w_page, num, k;	\
	bool w_taken, again, nospc, moved

proctype task()
{
	WRITER_VARS;
	byte me = 0;

	do
	:: k < TASKS -> write_event(); k++
	:: else -> break
	od;
	atomic { lvl == 0 -> done++ }
}

proctype irq()
{
	WRITER_VARS;
	byte me = 1;

	do
	:: k < IRQS -> atomic { lvl == 0 -> lvl = 1 }
		write_event();
		k++;
		atomic { lvl == 1 -> lvl = 0 }
	:: else -> break
	od;
	done++
}

proctype nmi()
{
	WRITER_VARS;
	byte me = 2, was;

	do
	:: k < NMIS -> atomic { lvl < 2 -> was = lvl; lvl = 2 }
		write_event();
		k++;
		atomic { lvl == 2 -> lvl = was; was = 0 }
	:: else -> break
	od;
	done++
}

/* reader_advance() and cursor_next(), once around. */
inline read_once()
{
	atomic { c_seq = commit_seq[p]; c_off = commit_off[p] }
	if
	:: AHEAD(c_seq, r_seq[p]) == 0 -> end = c_off
	:: else -> end = d_end[PG(r_page[p])]
	fi;
	if
	:: r_off[p] < end ->
		atomic {
			v = data[EV(r_page[p], r_off[p])];
			assert(v == r_next[p] + 1);
			assert(stamp[EV(r_page[p], r_off[p])] >= r_time[p]);
			r_time[p] = stamp[EV(r_page[p], r_off[p])];
			r_off[p]++; r_next[p]++; r_read[p]++; v = 0;
			got = true
		}
	:: r_off[p] >= end && AHEAD(c_seq, r_seq[p]) != 0 ->
		seq = SEQ(r_seq[p] + 1);
		if
		:: AHEAD(c_seq, seq) >= SLOTS -> seq = SEQ(c_seq - SLOTS + 1)
		:: else
		fi;
		do
		:: AHEAD(c_seq, seq) < 0 -> break
		:: AHEAD(c_seq, seq) == 0 && c_off == 0 -> break
		:: else ->
			/* The slot of page START is 0, and START is even. */
			n = seq & 1;
			atomic { w_seq = slot_seq[SL(n)]; w_page = slot_page[SL(n)]; w_taken = slot_taken[SL(n)] }
			assert(AHEAD(w_seq, seq) >= 0);
			if
			:: w_seq != seq || w_taken -> seq = SEQ(seq + 1)
			:: else ->
				ok = false;
				atomic {
					if
					:: slot_seq[SL(n)] == w_seq && slot_page[SL(n)] == w_page && !slot_taken[SL(n)] ->
						slot_page[SL(n)] = r_page[p]; slot_taken[SL(n)] = true; ok = true
					:: else -> seq = SEQ(seq + 1)
					fi
				}
				if
				:: ok ->
					atomic {
						assert(d_first[PG(w_page)] >= r_next[p]);
						r_lost[p] = r_lost[p] + d_first[PG(w_page)] - r_next[p];
						r_next[p] = d_first[PG(w_page)];
						r_seq[p] = seq; r_slot[p] = n; r_page[p] = w_page; r_off[p] = 0;
						got = true
					}
					break
				:: else
				fi
			fi
		od
	:: else
	fi;
	atomic { c_seq = 0; c_off = 0; end = 0; seq = 0; n = 0; w_seq = 0; w_page = 0; w_taken = false; ok = false }
}

#define READER_VARS	byte c_seq, c_off, end, seq, n, w_seq, w_page, v; bool w_taken, ok, got

proctype reader(byte p)
{
	READER_VARS;
	byte s_seq, s_off;
	bool last;

#if PARTS > 1
	/* Readers of a part do not know whose it is; here they look when all is quiet, to bound the states. */
	done == 3;
#endif
	do
	:: atomic { last = done == 3; got = false; s_seq = commit_seq[p]; s_off = commit_off[p] }
		read_once();
		if
		:: last && !got -> break
		:: !last && !got -> commit_seq[p] != s_seq || commit_off[p] != s_off || done == 3
		:: else
		fi
	od;
	/* All is quiet: what was written is read or lost, and nothing is left. */
	assert(nest[p] == 0);
	assert(r_next[p] == number[p]);
	assert(r_read[p] + r_lost[p] == number[p])
}

#ifdef WALKER
/* iter_load_slot(): copy, then look again. */
proctype walker(byte p)
{
	byte c_seq, c_off, end, seq, n, w_seq, w_page, first, i, v[CAP];
	bool w_taken, same;

	atomic { c_seq = commit_seq[p]; c_off = commit_off[p] }
	seq = SEQ(c_seq - SLOTS + 1);
	do
	:: AHEAD(c_seq, seq) < 0 -> break
	:: else ->
		n = seq & 1;
		atomic { w_seq = slot_seq[SL(n)]; w_page = slot_page[SL(n)]; w_taken = slot_taken[SL(n)] }
		if
		:: w_seq == seq && !w_taken ->
			first = d_first[PG(w_page)];
			if
			:: c_seq == seq -> end = c_off
			:: else -> end = d_end[PG(w_page)]
			fi;
			i = 0;
			do
			:: i < end && i < CAP -> v[i] = data[EV(w_page, i)]; i++
			:: else -> break
			od;
			atomic {
				same = slot_seq[SL(n)] == w_seq && slot_page[SL(n)] == w_page && slot_taken[SL(n)] == w_taken;
				i = 0;
				do
				:: same && i < end -> assert(v[i] == first + i + 1); i++
				:: else -> break
				od
			}
		:: else
		fi;
		seq = SEQ(seq + 1)
	od
}
#endif

#if PARTS > 1
/* ring_swap(): under both parts' locks, so no reader is between two steps; here they are readers of parts. */
proctype swapper()
{
	atomic { cur = 1 - cur }
	atomic { cur = 1 - cur }
}
#endif

init {
	byte p;

	atomic {
		p = 0;
		do
		:: p < PARTS ->
			slot_seq[SL(0)] = START;
			slot_page[SL(0)] = 1;
			slot_seq[SL(1)] = START - 1;
			slot_page[SL(1)] = 2;
			slot_taken[SL(1)] = true;
			d_seq[PG(1)] = START;
			head_page[p] = 1;
			pub_page[p] = 1;
			commit_seq[p] = START;
			r_seq[p] = START - 1;
			r_slot[p] = 1;
			run reader(p);
			p++
		:: else -> break
		od;
		p = 0;
		run task();
		run irq();
		run nmi();
#ifdef WALKER
		run walker(0);
#endif
#if PARTS > 1
		run swapper();
#endif
	}
}
