// SPDX-License-Identifier: Apache-2.0
/** PEM; cert is self-signed and so its own CA. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

const DAY = 86_400_000

/** For 127.0.0.1, ::1 and localhost; valid by the real clock, not by the fleet's. */
export async function makeCertificate(): Promise<Certificate> {
  const { generate } = await import('selfsigned')
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'c5c3 embedded API' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - DAY),
    notAfterDate: new Date(Date.now() + 365 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  return { key, cert }
}
