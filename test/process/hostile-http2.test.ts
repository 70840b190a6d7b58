// SPDX-License-Identifier: Apache-2.0
// One cluster whose API server attacks its clients with HTTP/2: the command still reports all others.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDemoFiles } from '../../src/lib/cli/demo/demo-kubeconfig.ts'
import { loadFleetFolder } from '../../src/lib/embedded/scenario/fleet-folder.ts'
import { shiftFleet } from '../../src/lib/embedded/scenario/shift-times.ts'
import { type EmbeddedFleet, startFleet } from '../../src/lib/embedded/start.ts'
import { type Attack, BAD_HEADERS, ENDS_BEFORE_HEADERS, FLOODS } from '../faults/http2-attacks.ts'
import { startRawHttp2Server } from '../faults/raw-http2-server.ts'
import { ROOT } from '../harness/run-cli.ts'
import { spawnCli } from '../harness/spawn-cli.ts'
import { tempFolder } from '../harness/temp-folder.ts'

/** Node 22 only sends GOAWAY for some violations, and the request then ends at its deadline. */
const FAULT = process.versions.node.startsWith('22.') ? /^(malformed|timeout|unreachable)$/ : /^malformed$/
const VICTIM = 'eu-de-1'
const ATTACKS: Readonly<Record<string, Attack | undefined>> = {
  'a response that ends before its headers': ENDS_BEFORE_HEADERS['103 with END_STREAM'],
  'an HPACK bomb': BAD_HEADERS['200,000 references to an entry of 4 KB'],
  'an HPACK integer that overflows': BAD_HEADERS['a table size with 200 continuation bytes'],
  'a flood of PING': FLOODS['PING'],
  'a flood of CONTINUATION': FLOODS['full CONTINUATION'],
}

let fleet: EmbeddedFleet
beforeAll(async () => {
  // the process reads the clock of this machine
  const healthy = await loadFleetFolder(join(ROOT, 'fleets', 'healthy'))
  fleet = await startFleet(shiftFleet(healthy, Date.now()))
})
afterAll(() => fleet?.close())

/** Runs `status -o json` with the server of the victim replaced, and measures the memory of the process. */
async function statusUnder(attack: Attack) {
  const server = await startRawHttp2Server(attack)
  const clusters = fleet.clusters.map((each) =>
    each.key.includes(VICTIM) ? { ...each, url: server.url, ca: server.ca } : each,
  )
  const files = await writeDemoFiles('healthy', clusters)
  const home = tempFolder()
  const memory = join(home, 'memory')
  const measure = `import { writeFileSync } from 'node:fs'
    process.on('exit', () => writeFileSync(${JSON.stringify(memory)}, String(process.resourceUsage().maxRSS)))`
  try {
    const { code, stdout, stderr } = await spawnCli(
      ['status', '-o', 'json', '--timeout', '20s', '--request-timeout', '5s'],
      {
        home,
        env: { C5C3_CONFIG: files.config },
        node: ['--import', `data:text/javascript,${encodeURIComponent(measure)}`],
      },
    )
    const megabytes = Number(readFileSync(memory, 'utf8')) / 1024
    return {
      code,
      report: JSON.parse(stdout.toString()),
      stderr: stderr.toString(),
      megabytes,
      requests: server.requests,
    }
  } finally {
    await files.remove()
    await server.close()
  }
}

describe('a cluster that attacks with HTTP/2 is a gap', () => {
  it.each(Object.entries(ATTACKS))('%s', async (_name, attack) => {
    const { code, report, stderr, megabytes, requests } = await statusUnder(attack as Attack)
    expect(requests).toBeGreaterThan(0)
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    const { clusters, gaps } = report.completeness
    expect(gaps).toEqual([
      { cluster: `control-plane/${VICTIM}`, fault: expect.stringMatching(FAULT), message: expect.any(String) },
    ])
    const incomplete = clusters.filter((each: { readonly complete: boolean }) => !each.complete)
    expect(incomplete).toEqual([{ name: `control-plane/${VICTIM}`, complete: false }])
    expect(megabytes).toBeLessThan(400)
  })
})
