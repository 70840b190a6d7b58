// SPDX-License-Identifier: Apache-2.0
/** Reasons with which a ControlPlane reports that its new clouds.yaml has not reached K-ORC. */
export const CLOUDS_YAML_REASONS = /^(WaitingForCloudsYamlSync|CloudsYamlSyncStuck)$/
