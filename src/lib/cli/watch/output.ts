// SPDX-License-Identifier: Apache-2.0
import type { C5c3Error } from '../../model/report/errors.ts'
import type { Answer } from '../../model/report/presentation.ts'
import type { LiveState } from '../../pipeline/live/store.ts'
import type { RenderedText } from '../../render/index.ts'

/** The answer at one moment of a watch. */
export interface WatchFrame extends Answer {
  readonly state: LiveState
}

/** No answer at this moment: the requested object is gone. */
export interface NoFrame {
  readonly state: LiveState
  readonly error: C5c3Error
}

/** Shows the frames of a watch. */
export interface WatchOutput {
  first(frame: WatchFrame): Promise<void>
  next(frame: WatchFrame | NoFrame): Promise<void>
  /** Shows the last frame again, unless the watch was interrupted. */
  end(frame: WatchFrame | NoFrame): Promise<void>
  /** Always called last. */
  close(): void
}

/** Draws an answer in the requested format. */
export type Draw = (answer: Answer) => Promise<RenderedText>
