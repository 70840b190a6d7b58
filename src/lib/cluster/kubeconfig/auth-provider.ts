// SPDX-License-Identifier: Apache-2.0

/** Suggests a replacement for a legacy auth-provider, which this tool does not support. */
export function insteadOf(provider: string): string {
  if (Object.hasOwn(REPLACEMENTS, provider)) return `use ${REPLACEMENTS[provider]}`
  return 'use an exec credential plugin of your provider, or a token'
}

const REPLACEMENTS: Readonly<Record<string, string>> = {
  gcp: 'the exec plugin gke-gcloud-auth-plugin: run gcloud container clusters get-credentials again',
  azure: 'the exec plugin kubelogin: run kubelogin convert-kubeconfig',
  oidc: 'the exec plugin kubectl oidc-login (int128/kubelogin): run kubectl oidc-login setup',
  openstack: 'the exec plugin client-keystone-auth (cloud-provider-openstack)',
}
