// SPDX-License-Identifier: Apache-2.0
import { entriesAt, listAt, textAt } from '../../model/object/fields.ts'

/** A certificate that the MariaDB operator keeps, as the status of a database tells it. */
export interface DatabaseCertificate {
  /** serverCert, clientCert, caBundle … */
  readonly name: string
  /** Where its end stands. */
  readonly path: string
  readonly notAfter: string
  readonly notBefore: string | undefined
}

/** The certificates of a MariaDB; one without a readable end is left out. */
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
