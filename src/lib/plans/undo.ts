// SPDX-License-Identifier: Apache-2.0
import type { V1DeleteOptions } from '@kubernetes/client-node'
import { apiPath } from '../model/api-path.ts'
import type { AsJson } from '../model/kubernetes-json.ts'
import { quoted } from '../model/next-step.ts'
import type { ObjectAt, Seen, StepResult, Undo } from '../model/plan.ts'

/** How kubectl reaches a cluster. */
export interface WayIn {
  readonly context: string
  /** The kubeconfig file; something else where there is none. */
  readonly source: string
}

/** How somebody takes back what was written, or why nobody can. Undefined where nothing was written. */
export function undoOf({ step, wrote, uid }: StepResult, way: WayIn): Undo | undefined {
  if (!wrote) return undefined
  if (step.action === 'refresh') return { text: 'it was only asked to sync: there is nothing to take back' }
  if (step.action !== 'create' || !uid) return { text: 'what it held before was not kept' }
  return {
    text: 'deletes it if it still is the one that was made',
    command: deleteCommand(step.target, { uid }, way),
  }
}

/** Deletes an object for somebody else to run, only while it is as it was seen. */
export function deleteCommand(at: ObjectAt, preconditions: Partial<Seen>, way: WayIn): string {
  // kubectl itself deletes whatever has the name by then; the server only this very object
  const body: AsJson<V1DeleteOptions> = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions }
  const options = JSON.stringify(body)
  const words = ['kubectl', ...wayWords(way), 'delete', '--raw', apiPath(at), '-f', '-']
  return `echo '${options}' | ${words.map(quoted).join(' ')}`
}

function wayWords({ context, source }: WayIn): readonly string[] {
  const isUsual = !source.startsWith('/') || source.endsWith('/.kube/config')
  return [...(isUsual ? [] : ['--kubeconfig', source]), '--context', context]
}
