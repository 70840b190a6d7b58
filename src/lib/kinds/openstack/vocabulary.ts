// SPDX-License-Identifier: Apache-2.0
// cortex@1742e3ee internal/scheduling/lib/pipeline_controller.go.
import type { Vocabulary } from '../../model/graph/vocabulary.ts'

export const CORTEX_VOCABULARY: readonly Vocabulary[] = [
  {
    kind: 'Pipeline.cortex.cloud',
    healthy: ['Ready=True/PipelineReady', 'AllStepsReady=True/AllStepsReady', 'AllStepsIndexed=True/AllStepsIndexed'],
    entries: [
      ['degraded', ['AllStepsIndexed=False/PipelineContainsUnknownSteps unknown filter a']],
      ['failed', ['AllStepsReady=False/SomeStepsFailed knowledge a', 'Ready=False/PipelineInitFailed']],
    ],
  },
]
