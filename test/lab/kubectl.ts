// SPDX-License-Identifier: Apache-2.0
import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { labProgram } from './build.ts'

export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Following {
  /** Waits until a line of the output matches; throws with the whole output if the program ends first. */
  line(match: RegExp): Promise<string>
  end(): void
}

export interface Kubectl {
  run(args: readonly string[], input?: string): Promise<Run>
  /** Runs a command that does not end by itself. */
  follow(args: readonly string[]): Following
}

/** The real kubectl with its own home, so that no cache and no setting of the user has an effect. */
export function kubectlFor(kubeconfig: string, home: string): Kubectl {
  const program = labProgram('kubectl')
  const env = { PATH: process.env['PATH'], HOME: home, KUBECONFIG: kubeconfig }
  return {
    run: (args, input) =>
      new Promise((resolve) => {
        const child = execFile(program, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
        )
        child.stdin?.end(input ?? '')
      }),
    follow: (args) => {
      const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const seen: string[] = []
      return {
        async line(match) {
          for (;;) {
            const { value, done } = await lines.next()
            if (done) throw new Error(`kubectl ended without a line like ${match}:\n${seen.join('\n')}`)
            seen.push(value)
            if (match.test(value)) return value
          }
        },
        end: () => child.kill('SIGKILL'),
      }
    },
  }
}
