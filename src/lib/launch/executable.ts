// SPDX-License-Identifier: Apache-2.0
// The first script of an executable.
import { startSeaBundle } from './sea-bundle.ts'

startSeaBundle()
