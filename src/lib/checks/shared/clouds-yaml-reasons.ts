// SPDX-License-Identifier: Apache-2.0
/** Reasons by which a control plane says that the clouds.yaml it wrote has not come back to K-ORC. */
export const CLOUDS_YAML_REASONS = /^(WaitingForCloudsYamlSync|CloudsYamlSyncStuck)$/
