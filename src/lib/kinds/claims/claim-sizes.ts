// SPDX-License-Identifier: Apache-2.0
/** The parts whose number of replicas follows from the size of a claim. */
export type Sized = 'mariadb' | 'keystone' | 'nova'

/** What each size means, as the platform promises it; of Nova its API is meant. */
const SIZES: Readonly<Record<string, Readonly<Record<Sized, number>>>> = {
  small: { mariadb: 1, keystone: 1, nova: 1 },
  medium: { mariadb: 3, keystone: 3, nova: 3 },
  large: { mariadb: 3, keystone: 3, nova: 5 },
  xlarge: { mariadb: 5, keystone: 5, nova: 7 },
}

/** What a size means; nothing for one that does not exist. */
export const sizeOf = (size: string | undefined): Readonly<Record<Sized, number>> | undefined =>
  size !== undefined && Object.hasOwn(SIZES, size) ? SIZES[size] : undefined
