// SPDX-License-Identifier: Apache-2.0
import written from '../../../../oclif.manifest.json' with { type: 'json' }
import type { CommandManifest } from './config.ts'

/** What every command looks like: its words, arguments and flags, as oclif wrote them down. Large, so loaded late. */
export const manifest = written as unknown as CommandManifest
