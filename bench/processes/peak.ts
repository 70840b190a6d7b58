// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs'

/** Peak memory in MB. On Linux not by resourceUsage(), where a child starts with the peak of its parent. */
export function peakMemory(): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}
