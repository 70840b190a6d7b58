// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../model/check/check.ts'
import { tempestFailed } from './tempest/tempest-failed.ts'
import { tempestSilent } from './tempest/tempest-silent.ts'

export const TEMPEST_RUN_CHECKS: readonly Check[] = [tempestFailed, tempestSilent]
