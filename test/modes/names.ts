// SPDX-License-Identifier: Apache-2.0
import type { Dice } from '../lib/graph/random.ts'

/** Names that somebody chose in the landscape of the modes. What operators name themselves stays. */
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

/** Another name for each, of the letters Kubernetes allows. */
export function namesFor(dice: Dice): Readonly<Record<string, string>> {
  return Object.fromEntries(CHOSEN.map((name, i) => [name, `n${i}${word(dice)}`]))
}

const word = (dice: Dice) => Array.from({ length: 6 }, () => 'abcdefghijkmnpqrstuvwxyz'[dice.below(24)] ?? 'a').join('')
