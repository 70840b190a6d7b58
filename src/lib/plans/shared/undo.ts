// SPDX-License-Identifier: Apache-2.0
import type { V1DeleteOptions } from '@kubernetes/client-node'
import { apiPath } from '../../model/object/api-path.ts'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import type { ObjectAt, Seen, StepResult, Undo } from '../../model/plan/plan.ts'
import { formatCommand, type KubectlMember, kubectlCommand, type ShellCommand } from '../../model/text/command.ts'

/** The command that undoes a write, or why there is none; undefined if nothing was written. */
export function undoOf({ step, wrote, uid }: StepResult, member: KubectlMember): Undo | undefined {
  if (!wrote) return undefined
  if (step.action === 'refresh') return { text: 'it was only asked to sync: there is nothing to take back' }
  if (step.action !== 'create' || !uid) return { text: 'what it held before was not kept' }
  return {
    text: 'deletes it if it still is the one that was made',
    command: formatCommand(deleteCommand(step.target, { uid }, member)),
  }
}

/** A delete command for the user, limited by preconditions to the object as it was read. */
export function deleteCommand(at: ObjectAt, preconditions: Partial<Seen>, cluster: KubectlMember): ShellCommand {
  // `kubectl delete NAME` would delete any object of that name; preconditions make the server check the identity.
  const body: AsJson<V1DeleteOptions> = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions }
  return { ...kubectlCommand({ cluster }, 'delete', '--raw', apiPath(at), '-f', '-'), stdin: JSON.stringify(body) }
}
