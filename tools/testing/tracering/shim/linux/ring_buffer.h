/* SPDX-License-Identifier: GPL-2.0 */
#include "../../../../../include/linux/ring_buffer.h"
