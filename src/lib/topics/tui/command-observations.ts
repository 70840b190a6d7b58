// SPDX-License-Identifier: Apache-2.0
import { CHECKS } from '../../checks/index.ts'
import type { Fleet } from '../../fleet/member.ts'
import type { Check } from '../../model/check/check.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { onDemandInputs } from '../../pipeline/check-inputs.ts'
import { kindsToRead, type Observation } from '../../pipeline/observe.ts'
import { type NarrowRead, ProjectionMemory, projectObservation } from '../../pipeline/project-observation.ts'
import { objectAddress } from '../../reports/shared/object-row.ts'
import { CREDENTIAL_CHECKS, credentialKinds } from '../credentials/kinds.ts'
import { eventKind } from '../events/kinds.ts'
import { GITOPS_CHECKS, GITOPS_KINDS } from '../gitops/kinds.ts'
import { HYPERVISOR_CHECKS, HYPERVISOR_KINDS } from '../hypervisors/kinds.ts'

/** The commands whose reports the views show. */
export type Reader = 'tree' | 'check' | 'pools' | 'hypervisors' | 'credentials' | 'gitops' | 'events'

/** What the commands read, and what they worked out of earlier observations. */
export type Memories = Map<Reader, NarrowRead>

/** The observation that each command would make, computed on demand from one wide observation. */
export class CommandObservations {
  readonly whole: Observation
  readonly #fleet: Fleet
  readonly #memories: Memories
  readonly #acceptCached: boolean
  readonly #seen = new Map<Reader, Observation>()
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
      memory: new ProjectionMemory(),
    }
    this.#memories.set(reader, how)
    const seen = projectObservation(this.whole, how)
    this.#seen.set(reader, seen)
    return seen
  }

  /** The node of a name that stands in a row. */
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
    const only = (kinds: Observation['kinds'], onlyHolders: boolean, checks: readonly Check[]) => ({
      kinds: kindsToRead(this.#fleet, { only: kinds }),
      onlyHolders,
      checks,
    })
    switch (reader) {
      case 'tree':
      case 'pools':
        return allKinds()
      case 'check':
        return allKinds(onDemandInputs(CHECKS))
      case 'hypervisors':
        return only(HYPERVISOR_KINDS, true, HYPERVISOR_CHECKS)
      case 'credentials':
        return only(credentialKinds(false), false, CREDENTIAL_CHECKS)
      case 'gitops':
        return only(GITOPS_KINDS, true, GITOPS_CHECKS)
      case 'events':
        return only([eventKind()], false, [])
    }
  }
}
