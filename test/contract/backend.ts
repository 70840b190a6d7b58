// SPDX-License-Identifier: Apache-2.0
import type { Api } from './api.ts'

/** One API under contract, with the built-in resources, widgets.example.test (v1) and no other objects. */
export interface Backend {
  readonly name: 'embedded' | 'real'
  /** Has all permissions. */
  readonly admin: Api
  /** Is authenticated, but may not access secrets, nor gadgets.example.test, which does not exist. */
  readonly limited: Api
  readonly limitedName: string
  /** Compacts all history: earlier continue tokens and resourceVersions are gone. Connections may break. */
  expire(): Promise<void>
}

/** The backend exists only while tests run, not during collection. */
export type GetBackend = () => Backend
