// SPDX-License-Identifier: Apache-2.0
import { type Check, inputsOf } from '../model/check/check.ts'
import { type KindSpec, kindName } from '../model/graph/kind.ts'
import type { Gap } from '../model/landscape/gap.ts'
import { ROLES, type Role } from '../model/landscape/role.ts'
import type { Snapshot } from '../model/landscape/snapshot.ts'

/** The gaps that could hide a finding of a check: in a cluster that decides it, and in a kind that can be there. */
export interface DecidingGaps {
  /** In any of its inputs. */
  readonly hidden: readonly Gap[]
  /** In the kinds it is about. */
  readonly inSubjects: readonly Gap[]
}

export function decidingGapFinder(
  { clusters, gaps }: Snapshot,
  kinds: readonly KindSpec[],
): (check: Check) => DecidingGaps {
  const specs = new Map(kinds.map((spec) => [kindName(spec), spec]))
  const roles = new Map(clusters.map(({ label, cluster }) => [label, cluster.roles.map(({ role }) => role)]))
  const possibleRoles = new Map([...roles].map(([label, known]) => [label, known.length > 0 ? known : OTHER_ROLES]))
  const hides = ({ cluster, kind: hidden }: Gap, kind: string, deciding: ReadonlySet<Role>) => {
    if (hidden !== undefined && hidden !== kind) return false
    const possible = specs.get(kind)?.roles
    return (possibleRoles.get(cluster) ?? ROLES).some(
      (role) => deciding.has(role) && (possible === undefined || possible.includes(role)),
    )
  }
  return (check) => {
    if (gaps.length === 0) return NONE
    const deciding = new Set(check.clusters ?? check.about.flatMap((kind) => specs.get(kind)?.roles ?? ROLES))
    const inputs = inputsOf(check)
    return {
      hidden: gaps.filter((gap) => inputs.some((kind) => hides(gap, kind, deciding))),
      inSubjects: gaps.filter((gap) => check.about.some((kind) => hides(gap, kind, deciding))),
    }
  }
}

const NONE: DecidingGaps = { hidden: [], inSubjects: [] }

/** An unreadable cluster of unknown role is one that the management cluster refers to, never that one itself. */
const OTHER_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'management')
