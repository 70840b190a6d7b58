// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import type { Fleet } from '../../fleet/member.ts'
import type { Check } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { kindsToRead, type Observation } from '../../pipeline/observe.ts'
import { type Inspection, onDemandInputs, runAllChecks, runSelectedChecks } from '../../pipeline/run-checks.ts'
import { objectAddress } from '../../reports/shared/object-row.ts'
import { CREDENTIAL_CHECKS, credentialKinds } from '../credentials/kinds.ts'
import { eventKind } from '../events/kinds.ts'
import { GITOPS_CHECKS, GITOPS_KINDS } from '../gitops/kinds.ts'
import { HYPERVISOR_CHECKS, HYPERVISOR_KINDS } from '../hypervisors/kinds.ts'
import { POOL_KINDS } from '../pools/kinds.ts'
import { Memory, type Narrowing, narrowedForCommand } from './narrowed.ts'

/** The commands whose answers the views show. */
export type Reader = 'tree' | 'check' | 'pools' | 'hypervisors' | 'credentials' | 'gitops' | 'events'

/** What the commands read, and what they worked out of earlier observations. */
export type Memories = Map<Reader, Narrowing>

/** What each command would see of one observation, worked out when somebody looks. */
export class CommandObservations {
  readonly whole: Observation
  readonly #fleet: Fleet
  readonly #memories: Memories
  readonly #acceptCached: boolean
  readonly #seen = new Map<Reader, Observation>()
  readonly #found = new Map<Reader, Inspection>()
  readonly #byName = new Map<Reader, ReadonlyMap<string, GraphNode>>()

  constructor(whole: Observation, fleet: Fleet, acceptCached: boolean, memories: Memories) {
    this.#memories = memories
    this.whole = whole
    this.#fleet = fleet
    this.#acceptCached = acceptCached
  }

  /** The observation as this command would have made it. */
  of(reader: Reader): Observation {
    const known = this.#seen.get(reader)
    if (known) return known
    const how = this.#memories.get(reader) ?? {
      ...this.#reads(reader),
      acceptCached: this.#acceptCached,
      memory: new Memory(),
    }
    this.#memories.set(reader, how)
    const seen = narrowedForCommand(this.whole, how)
    this.#seen.set(reader, seen)
    return seen
  }

  /** What its checks find in that. */
  inspection(reader: Reader): Inspection {
    const known = this.#found.get(reader)
    if (known) return known
    const found =
      reader === 'check'
        ? runAllChecks(this.of(reader), CHECKS)
        : runSelectedChecks(this.of(reader), CHECKS_OF[reader] ?? [])
    this.#found.set(reader, found)
    return found
  }

  /** The node of a name that stands in a row. */
  node(about: string, reader: Reader): GraphNode | undefined {
    return this.#names(reader).get(about)
  }

  /** Everything that can be typed after why. */
  names(reader: Reader): readonly string[] {
    return [...this.#names(reader).keys()]
  }

  #names(reader: Reader): ReadonlyMap<string, GraphNode> {
    const known = this.#byName.get(reader)
    if (known) return known
    const names = new Map<string, GraphNode>()
    for (const node of this.of(reader).assessment.graph.nodes.values()) {
      const name = objectAddress(node)
      // of two with one name, of different groups, that which is there
      if (!names.get(name)?.object) names.set(name, node)
    }
    this.#byName.set(reader, names)
    return names
  }

  #reads(reader: Reader) {
    const usual = (also: Parameters<typeof kindsToRead>[1]['also'] = []) => ({
      kinds: kindsToRead(this.#fleet, { also }),
      onlyHolders: false,
    })
    const only = (kinds: Observation['kinds'], onlyHolders: boolean) => ({
      kinds: kindsToRead(this.#fleet, { only: kinds }),
      onlyHolders,
    })
    switch (reader) {
      case 'tree':
        return usual()
      case 'check':
        return usual(onDemandInputs(CHECKS))
      case 'pools':
        return usual(POOL_KINDS)
      case 'hypervisors':
        return only(HYPERVISOR_KINDS, true)
      case 'credentials':
        return only(credentialKinds(false), false)
      case 'gitops':
        return only(GITOPS_KINDS, true)
      case 'events':
        return only([eventKind()], false)
    }
  }
}

const CHECKS_OF: Readonly<Partial<Record<Reader, readonly Check[]>>> = {
  hypervisors: HYPERVISOR_CHECKS,
  credentials: CREDENTIAL_CHECKS,
  gitops: GITOPS_CHECKS,
}
