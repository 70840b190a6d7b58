// SPDX-License-Identifier: Apache-2.0
import { entriesAt, listAt, textAt } from '../../model/object/fields.ts'

/** A certificate that the MariaDB operator manages, from the status of a database. */
export interface DatabaseCertificate {
  /** serverCert, clientCert, caBundle … */
  readonly name: string
  readonly path: string
  readonly notAfter: string
  readonly notBefore: string | undefined
}

/** The certificates of a MariaDB; those without a valid expiry are left out. */
export function databaseCertificates(object: unknown): readonly DatabaseCertificate[] {
  const single = entriesAt(object, 'status.tls').map(([name, value]) => ({
    name,
    path: `status.tls.${name}.notAfter`,
    value,
  }))
  const bundled = listAt(object, 'status.tls.caBundle').map((value, i) => ({
    name: 'caBundle',
    path: `status.tls.caBundle[${i}].notAfter`,
    value: value as unknown,
  }))
  return [...single, ...bundled].flatMap(({ name, path, value }) => {
    const notAfter = textAt(value, 'notAfter')
    if (!notAfter || Number.isNaN(Date.parse(notAfter))) return []
    return [{ name, path, notAfter, notBefore: textAt(value, 'notBefore') }]
  })
}
