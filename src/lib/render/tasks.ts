// SPDX-License-Identifier: Apache-2.0
// Progress on a terminal, drawn by listr2. Its tasks do no work: they wait for calls of TaskList.
import { DefaultRenderer, Listr, ListrLogger, ProcessOutput } from 'listr2'

export interface TaskList {
  started(id: string): void
  /** Shows what the task waits for. */
  says(id: string, text: string): void
  done(id: string, title: string, good: boolean): void
  /** Draws the last state and releases the terminal. Unfinished tasks are shown as such. */
  end(): Promise<void>
}

/** The output to draw on. */
export interface Canvas {
  write(text: string): void
  readonly columns: number
  readonly color: boolean
}

export function drawTasks(titles: ReadonlyMap<string, string>, canvas: Canvas): TaskList {
  const tasks = new Map<string, Task>(
    [...titles.keys()].map((id) => [id, { begun: Promise.withResolvers(), result: Promise.withResolvers() }]),
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
        task.setOutput = (text) => {
          wrapper.output = text
        }
        const result = await task.result.promise
        if (!result) return wrapper.skip(`${title} (not begun)`)
        wrapper.title = result.title
        if (!result.good) throw new Error(result.title)
      },
    })),
    {
      concurrent: true,
      exitOnError: false,
      registerSignalListeners: false,
      renderer: CanvasRenderer,
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
    says: (id, text) => tasks.get(id)?.setOutput?.(text),
    done: (id, title, good) => tasks.get(id)?.result.resolve({ title, good }),
    end: async () => {
      for (const task of tasks.values()) task.result.resolve(undefined)
      await running
    },
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what it looks for
const COLOR = /\u001b\[[0-9;]*m/g

function loggerOn(canvas: Canvas): ListrLogger {
  // Two objects: listr2 hooks into each stream separately.
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

interface Task {
  readonly begun: PromiseWithResolvers<void>
  readonly result: PromiseWithResolvers<{ readonly title: string; readonly good: boolean } | undefined>
  setOutput?: (text: string) => void
}

/** Draws on stderr, even if stdout is no terminal. */
class CanvasRenderer extends DefaultRenderer {
  static override nonTTY = true as never
}
