// SPDX-License-Identifier: Apache-2.0
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EBADF', 'EFBIG'])

/** True for errors of writing our own output: the disk is full, stdout is closed. */
export function isOutputError(error: unknown): error is NodeJS.ErrnoException {
  return CODES.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')
}

export function outputErrorText(error: NodeJS.ErrnoException): string {
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  return `cannot write output: ${full ? 'no space left on device' : error.code}`
}
