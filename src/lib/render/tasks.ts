// SPDX-License-Identifier: Apache-2.0
// Work in progress on a terminal, drawn by listr2. Its tasks do nothing: they wait for what they are told.
import { DefaultRenderer, Listr, ListrLogger, ProcessOutput } from 'listr2'

/** What a list of tasks is told. */
export interface TaskList {
  started(id: string): void
  /** What it waits for. */
  says(id: string, text: string): void
  done(id: string, title: string, good: boolean): void
  /** Draws the last state and gives the terminal back. Tasks that were not done are shown as such. */
  end(): Promise<void>
}

/** Where it is drawn. */
export interface Canvas {
  write(text: string): void
  readonly columns: number
  readonly color: boolean
}

interface Task {
  readonly begun: PromiseWithResolvers<void>
  readonly over: PromiseWithResolvers<{ readonly title: string; readonly good: boolean } | undefined>
  tell?: (text: string) => void
}

/** It is for stderr, whatever stdout is. */
class OnCanvas extends DefaultRenderer {
  static override nonTTY = true as never
}

/** Begins to draw these tasks. */
export function drawTasks(titles: ReadonlyMap<string, string>, canvas: Canvas): TaskList {
  const tasks = new Map<string, Task>(
    [...titles.keys()].map((id) => [id, { begun: Promise.withResolvers(), over: Promise.withResolvers() }]),
  )
  const list = new Listr(
    [...titles].map(([id, title]) => ({
      title,
      task: async (
        _: unknown,
        wrapper: { title: string | undefined; output: string | undefined; skip(text?: string): void },
      ) => {
        const task = tasks.get(id)
        if (!task) return
        task.tell = (text) => {
          wrapper.output = text
        }
        const over = await task.over.promise
        if (!over) return wrapper.skip(`${title} (not begun)`)
        wrapper.title = over.title
        if (!over.good) throw new Error(over.title)
      },
    })),
    {
      concurrent: true,
      exitOnError: false,
      registerSignalListeners: false,
      renderer: OnCanvas,
      rendererOptions: {
        logger: loggerOn(canvas),
        collapseErrors: true,
        showErrorMessage: false,
        formatOutput: 'truncate',
      },
    },
  )
  const running = list.run()
  return {
    started: (id) => tasks.get(id)?.begun.resolve(),
    says: (id, text) => tasks.get(id)?.tell?.(text),
    done: (id, title, good) => tasks.get(id)?.over.resolve({ title, good }),
    end: async () => {
      for (const task of tasks.values()) task.over.resolve(undefined)
      await running
    },
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what it looks for
const COLOR = /\u001b\[[0-9;]*m/g

function loggerOn(canvas: Canvas): ListrLogger {
  // two objects: each is taken over on its own
  const output = new ProcessOutput(streamOn(canvas), streamOn(canvas), { dump: [], leaveEmptyLine: false })
  return new ListrLogger({ useIcons: true, toStderr: [], processOutput: output })
}

function streamOn(canvas: Canvas): NodeJS.WriteStream {
  const stream = {
    write: (text: string) => {
      canvas.write(canvas.color ? text : text.replace(COLOR, ''))
      return true
    },
    columns: canvas.columns,
    rows: 50,
    isTTY: true,
    on: () => stream,
    once: () => stream,
    off: () => stream,
    removeListener: () => stream,
  }
  return stream as unknown as NodeJS.WriteStream
}
