// SPDX-License-Identifier: Apache-2.0
import type { Api } from './api.ts'

/** One API under contract. Both start with Kubernetes' own resources and widgets.example.test (v1), and no objects of the suite. */
export interface Backend {
  readonly name: 'embedded' | 'real'
  /** May do everything. */
  readonly admin: Api
  /** Is known, but may not touch secrets, and not gadgets.example.test, which does not exist. */
  readonly limited: Api
  readonly limitedName: string
  /** Forgets all history: what was read before cannot be continued or watched from. Connections may break. */
  expire(): Promise<void>
}

/** The backend is there only when the tests run, not when they are collected. */
export type GetBackend = () => Backend
