// SPDX-License-Identifier: Apache-2.0
/** Identifies a run that this tool started. */
export const RUN_LABEL = 'c5c3.io/run'
