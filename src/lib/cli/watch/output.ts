// SPDX-License-Identifier: Apache-2.0
import type { C5c3Error } from '../../model/report/errors.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { LiveState } from '../../pipeline/live/store.ts'
import type { RenderedText } from '../../render/index.ts'

/** An answer at one moment of a watch. */
export interface WatchFrame extends Answer {
  readonly state: LiveState
}

/** There is no answer at this moment: what was asked about is gone. */
export interface NoFrame {
  readonly state: LiveState
  readonly error: C5c3Error
}

/** Where the pictures of a watch go. */
export interface WatchOutput {
  first(picture: WatchFrame): Promise<void>
  next(picture: WatchFrame | NoFrame): Promise<void>
  /** The last picture again, when the watch ends in good order. */
  end(picture: WatchFrame | NoFrame): Promise<void>
  /** Always called at last. */
  close(): void
}

/** Draws an answer in the format that was asked for. */
export type Draw = (answer: Answer) => Promise<RenderedText>
