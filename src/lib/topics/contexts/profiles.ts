// SPDX-License-Identifier: Apache-2.0
import { loadProfiles, profileFile } from '../../fleet/profile.ts'
import { io } from '../../io/io.ts'
import type { Answer } from '../../model/report/presentation.ts'
import { type ProfilesReport, profilesNames, profilesReport, profilesView } from '../../reports/contexts/profiles.ts'

export async function answer(): Promise<Answer<ProfilesReport>> {
  const { env, home } = io()
  const file = profileFile(env, home)
  return {
    report: profilesReport(file, await loadProfiles(file)),
    presentation: { view: profilesView, names: profilesNames, rows: { field: 'profiles' } },
  }
}
