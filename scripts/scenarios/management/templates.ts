// SPDX-License-Identifier: Apache-2.0
// The function-go-templating templates of the Compositions: every field of the claim is used, sizes are integers, the
// cluster is chosen by region, every storage pool is provisioned, and readiness is that of the remote object.

export function openStackTemplate(): string {
  return `{{- $xr := .observed.composite.resource }}
{{- $name := $xr.metadata.name }}
{{- $spec := $xr.spec }}
{{- $ceph := dig "storage" "ceph" dict $spec }}
{{- $region := $spec.controlPlaneCluster | default (printf "%s-control-plane" $spec.region) }}
{{- $small := eq $spec.size "small" }}
{{- $db := dict "small" 1 "medium" 3 "large" 3 "xlarge" 5 }}
{{- $api := dict "small" 1 "medium" 3 "large" 5 "xlarge" 7 }}
{{- range $i, $pool := $spec.storageClusters }}
{{- $base := ternary $name (printf "%s-%s" $name $pool) (eq $i 0) }}
{{- $tail := ternary "" (printf "-%s" $pool) (eq $i 0) }}
{{- $uses := ternary (list "volumes" "images" "ephemeral") (list "volumes") (eq $i 0) }}
{{- range $use := $uses }}
{{- if or (ne $use "ephemeral") (dig "ephemeralPool" "enabled" true $ceph) }}
---
apiVersion: kubernetes.crossplane.io/v1alpha2
kind: Object
metadata:
  annotations:
    {{ setResourceNameAnnotation (printf "ceph-blockpool-%s%s" $use $tail) }}
spec:
  providerConfigRef: { name: {{ $pool }} }
  readiness: { policy: DeriveFromCelQuery, celQuery: object.status.phase == "Ready" }
  forProvider:
    manifest:
      apiVersion: ceph.rook.io/v1
      kind: CephBlockPool
      metadata: { name: {{ $base }}-{{ $use }}, namespace: rook-ceph }
      spec: {{ include "blockpool" (dict "use" $use "ceph" $ceph "pool" $pool) | nindent 8 }}
{{- end }}
{{- end }}
---
apiVersion: kubernetes.crossplane.io/v1alpha2
kind: Object
metadata:
  annotations:
    {{ setResourceNameAnnotation (printf "ceph-client-openstack%s" $tail) }}
spec:
  providerConfigRef: { name: {{ $pool }} }
  readiness: { policy: DeriveFromCelQuery, celQuery: object.status.phase == "Ready" }
  forProvider:
    manifest:
      apiVersion: ceph.rook.io/v1
      kind: CephClient
      metadata: { name: openstack-{{ $base }}, namespace: rook-ceph }
      spec:
        caps:
          mon: profile rbd
          mgr: profile rbd
          osd: {{ range $n, $use := $uses }}{{ if $n }}, {{ end }}profile rbd pool={{ $base }}-{{ $use }}{{ end }}
{{- include "key-transport" (dict "pool" $pool "base" $base "tail" $tail "name" $name "region" $region) }}
{{- end }}
---
apiVersion: kubernetes.crossplane.io/v1alpha2
kind: Object
metadata:
  annotations:
    {{ setResourceNameAnnotation "controlplane" }}
spec:
  providerConfigRef: { name: {{ $region }} }
  readiness: { policy: DeriveFromObject }
  forProvider:
    manifest:
      apiVersion: c5c3.io/v1alpha1
      kind: ControlPlane
      metadata: { name: {{ $name }}, namespace: openstack-{{ $name }} }
      spec:
        compute: { hypervisorClusters: {{ $spec.hypervisorClusters | toJson }} }
        infrastructure:
          mariadb: { replicas: {{ get $db $spec.size }}, storageSize: 100Gi }
        openstack:
          keystone: { enabled: true, replicas: {{ get $db $spec.size }} }
          nova: { enabled: {{ $spec.services.nova }}, api: { replicas: {{ get $api $spec.size }} } }
          octavia: { enabled: {{ $spec.services.octavia }} }
          manila: { enabled: {{ $spec.services.manila }} }
          {{- include "services" $xr | nindent 10 }}
        storage: {{ include "storage" $xr | nindent 10 }}
        cortex: {{ $spec.cortex | toJson }}
        tls: {{ $spec.tls | toJson }}
        global: { region: {{ $spec.region }} }
`
}

/** The template of the three kinds of pool: one Shoot in the garden cluster. */
export function poolTemplate(provider: string): string {
  return `{{- $xr := .observed.composite.resource }}
{{- $claim := index $xr.metadata.labels "crossplane.io/claim-name" }}
---
apiVersion: kubernetes.crossplane.io/v1alpha2
kind: Object
metadata:
  annotations:
    {{ setResourceNameAnnotation "shoot" }}
spec:
  providerConfigRef: { name: gardener }
  readiness:
    policy: DeriveFromCelQuery
    celQuery: object.status.lastOperation.state == "Succeeded" && object.status.conditions.all(c, c.status == "True")
  forProvider:
    manifest:
      apiVersion: core.gardener.cloud/v1beta1
      kind: Shoot
      metadata: { name: {{ $xr.spec.name | default $claim }}, namespace: garden-c5c3 }
      spec: {{ include "shoot-${provider}" $xr.spec | nindent 8 }}
`
}
