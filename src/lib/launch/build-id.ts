// SPDX-License-Identifier: Apache-2.0
declare const C5C3_BUILD: string

/** A hash over all chunks, written in by the build: compiled code of another build is never used. */
export const BUILD: string = C5C3_BUILD
