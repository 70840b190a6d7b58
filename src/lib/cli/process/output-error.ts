// SPDX-License-Identifier: Apache-2.0

/** True for errors of writing our own output, such as a full disk. */
export function isOutputError(error: unknown): error is NodeJS.ErrnoException {
  return OUTPUT_ERROR_CODES.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')
}

export function outputErrorText(error: NodeJS.ErrnoException): string {
  const isDiskFull = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  return `cannot write output: ${isDiskFull ? 'no space left on device' : error.code}`
}

const OUTPUT_ERROR_CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EBADF', 'EFBIG'])
