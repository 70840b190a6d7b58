// SPDX-License-Identifier: Apache-2.0
/** Tells one run that this tool started from all others. */
export const RUN_LABEL = 'c5c3.io/run'
