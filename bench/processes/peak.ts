// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'

/**
 * Peak memory of this process, in MB. Not resourceUsage() where the system tells better: on Linux a process that another
 * one starts begins with the peak of who started it.
 */
export function peakMemory(): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}
