// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check.ts'
import { databaseNotReady } from './control-plane/database-not-ready.ts'

/** Every check, by category and then by id. */
export const CHECKS: readonly Check[] = [databaseNotReady]
