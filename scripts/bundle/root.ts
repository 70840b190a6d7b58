// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
