// SPDX-License-Identifier: Apache-2.0
import type { FleetFlags } from '../../cli/flags/cluster-flags.ts'
import type { CommandContext, Printed } from '../../cli/oclif/topic.ts'
import { confirmKubectl, memberNamed, runKubectl } from './run.ts'

export interface KubectlAsked {
  readonly args: { readonly cluster: string }
  readonly flags: FleetFlags & { readonly 'confirm-profile'?: string | undefined }
  /** The arguments after --. */
  readonly words: readonly string[]
}

/** Runs kubectl for one member with the terminal of this process. */
export async function answer(
  { fleet, progress }: CommandContext,
  { args, flags, words }: KubectlAsked,
): Promise<Printed> {
  const member = memberNamed(fleet, args.cluster)
  progress.stop()
  await confirmKubectl(fleet, member, words, flags['confirm-profile'])
  return { exitCode: await runKubectl(member, words, flags) }
}
