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

/** The commands whose reports the views show. */
export type Reader = 'tree' | 'check' | 'pools' | 'hypervisors' | 'credentials' | 'gitops' | 'events'

/** What each command reads, with the cache of earlier observations. */
export type Memories = Map<Reader, Narrowing>

/** The observation that each command would make, computed on demand from one wide observation. */
export class CommandObservations {
  readonly whole: Observation
  readonly #fleet: Fleet
  readonly #memories: Memories
  readonly #acceptCached: boolean
  readonly #observations = new Map<Reader, Observation>()
  readonly #inspections = new Map<Reader, Inspection>()
  readonly #byName = new Map<Reader, ReadonlyMap<string, GraphNode>>()

  constructor(whole: Observation, fleet: Fleet, acceptCached: boolean, memories: Memories) {
    this.#memories = memories
    this.whole = whole
    this.#fleet = fleet
    this.#acceptCached = acceptCached
  }

  /** The observation as this command would have made it. */
  of(reader: Reader): Observation {
    const known = this.#observations.get(reader)
    if (known) return known
    const narrowing = this.#memories.get(reader) ?? {
      ...this.#reads(reader),
      acceptCached: this.#acceptCached,
      memory: new Memory(),
    }
    this.#memories.set(reader, narrowing)
    const observation = narrowedForCommand(this.whole, narrowing)
    this.#observations.set(reader, observation)
    return observation
  }

  /** The findings of its checks. */
  inspection(reader: Reader): Inspection {
    const known = this.#inspections.get(reader)
    if (known) return known
    const inspection =
      reader === 'check'
        ? runAllChecks(this.of(reader), CHECKS)
        : runSelectedChecks(this.of(reader), CHECKS_OF[reader] ?? [])
    this.#inspections.set(reader, inspection)
    return inspection
  }

  /** The node of an address in a row. */
  node(about: string, reader: Reader): GraphNode | undefined {
    return this.#names(reader).get(about)
  }

  /** All addresses that `why` accepts. */
  names(reader: Reader): readonly string[] {
    return [...this.#names(reader).keys()]
  }

  #names(reader: Reader): ReadonlyMap<string, GraphNode> {
    const known = this.#byName.get(reader)
    if (known) return known
    const names = new Map<string, GraphNode>()
    for (const node of this.of(reader).assessment.graph.nodes.values()) {
      const name = objectAddress(node)
      // Nodes of different groups may share an address: prefer the one that exists.
      if (!names.get(name)?.object) names.set(name, node)
    }
    this.#byName.set(reader, names)
    return names
  }

  #reads(reader: Reader) {
    const allKinds = (also: Parameters<typeof kindsToRead>[1]['also'] = []) => ({
      kinds: kindsToRead(this.#fleet, { also }),
      onlyHolders: false,
    })
    const only = (kinds: Observation['kinds'], onlyHolders: boolean) => ({
      kinds: kindsToRead(this.#fleet, { only: kinds }),
      onlyHolders,
    })
    switch (reader) {
      case 'tree':
        return allKinds()
      case 'check':
        return allKinds(onDemandInputs(CHECKS))
      case 'pools':
        return allKinds(POOL_KINDS)
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
