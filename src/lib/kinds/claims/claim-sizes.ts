// SPDX-License-Identifier: Apache-2.0
export type Sized = 'mariadb' | 'keystone' | 'nova'

export const sizeOf = (size: string | undefined): Readonly<Record<Sized, number>> | undefined =>
  size !== undefined && Object.hasOwn(SIZES, size) ? SIZES[size] : undefined

/** Replicas per size, as documented by the platform; nova means its API. */
const SIZES: Readonly<Record<string, Readonly<Record<Sized, number>>>> = {
  small: { mariadb: 1, keystone: 1, nova: 1 },
  medium: { mariadb: 3, keystone: 3, nova: 3 },
  large: { mariadb: 3, keystone: 3, nova: 5 },
  xlarge: { mariadb: 5, keystone: 5, nova: 7 },
}
