// SPDX-License-Identifier: Apache-2.0

/** How many fleets or manifests to change, and the first random seed. npm test takes a cut of npm run test:fuzz. */
export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100)
export const FIRST_SEED = Number(process.env['FUZZ_SEED'] ?? 1)
