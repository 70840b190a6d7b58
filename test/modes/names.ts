// SPDX-License-Identifier: Apache-2.0
import type { Dice } from '../lib/graph/random.ts'

/** User-chosen names in the fleet of the modes. Names that operators choose stay. */
const CHOSEN = [
  'customer-a-prod',
  'customer-a',
  'x7k2p',
  'hv-pool-a',
  'st-pool-a',
  'eu-de-1',
  'openstack-db',
  'openstack-rabbitmq',
  'openbao-cluster-store',
]

/** A random valid name for each. */
export function namesFor(dice: Dice): Readonly<Record<string, string>> {
  return Object.fromEntries(CHOSEN.map((name, i) => [name, `n${i}${word(dice)}`]))
}

const word = (dice: Dice) => Array.from({ length: 6 }, () => 'abcdefghijkmnpqrstuvwxyz'[dice.below(24)] ?? 'a').join('')
