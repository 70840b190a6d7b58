// SPDX-License-Identifier: Apache-2.0
import type { ResourceType } from './resource-type.ts'

// Built-in resources in the server's order of preference, one line each:
// plural Kind [n = namespaced | c = cluster] short,names [all] +subresource … [!verbs]
const TABLE: Record<string, string> = {
  v1: `
    bindings Binding n !create
    configmaps ConfigMap n cm
    endpoints Endpoints n ep
    events Event n ev
    limitranges LimitRange n limits
    namespaces Namespace c ns +status !create,delete,get,list,patch,update,watch
    nodes Node c no +status
    persistentvolumeclaims PersistentVolumeClaim n pvc +status
    persistentvolumes PersistentVolume c pv +status
    pods Pod n po @all +status +log
    podtemplates PodTemplate n
    replicationcontrollers ReplicationController n rc @all +status
    resourcequotas ResourceQuota n quota +status
    secrets Secret n
    serviceaccounts ServiceAccount n sa
    services Service n svc @all +status`,
  'apiregistration.k8s.io/v1': `
    apiservices APIService c @api-extensions +status`,
  'apps/v1': `
    controllerrevisions ControllerRevision n
    daemonsets DaemonSet n ds @all +status
    deployments Deployment n deploy @all +status
    replicasets ReplicaSet n rs @all +status
    statefulsets StatefulSet n sts @all +status`,
  'events.k8s.io/v1': `
    events Event n ev`,
  'authentication.k8s.io/v1': `
    selfsubjectreviews SelfSubjectReview c !create`,
  'authorization.k8s.io/v1': `
    localsubjectaccessreviews LocalSubjectAccessReview n !create
    selfsubjectaccessreviews SelfSubjectAccessReview c !create
    selfsubjectrulesreviews SelfSubjectRulesReview c !create
    subjectaccessreviews SubjectAccessReview c !create`,
  'autoscaling/v2': `
    horizontalpodautoscalers HorizontalPodAutoscaler n hpa @all +status`,
  'batch/v1': `
    cronjobs CronJob n cj @all +status
    jobs Job n @all +status`,
  'certificates.k8s.io/v1': `
    certificatesigningrequests CertificateSigningRequest c csr +status`,
  'networking.k8s.io/v1': `
    ingressclasses IngressClass c
    ingresses Ingress n ing +status
    networkpolicies NetworkPolicy n netpol`,
  'policy/v1': `
    poddisruptionbudgets PodDisruptionBudget n pdb +status`,
  'rbac.authorization.k8s.io/v1': `
    clusterrolebindings ClusterRoleBinding c
    clusterroles ClusterRole c
    rolebindings RoleBinding n
    roles Role n`,
  'storage.k8s.io/v1': `
    csidrivers CSIDriver c
    csinodes CSINode c
    csistoragecapacities CSIStorageCapacity n
    storageclasses StorageClass c sc
    volumeattachments VolumeAttachment c +status`,
  'admissionregistration.k8s.io/v1': `
    mutatingwebhookconfigurations MutatingWebhookConfiguration c @api-extensions
    validatingadmissionpolicies ValidatingAdmissionPolicy c @api-extensions +status
    validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding c @api-extensions
    validatingwebhookconfigurations ValidatingWebhookConfiguration c @api-extensions`,
  'apiextensions.k8s.io/v1': `
    customresourcedefinitions CustomResourceDefinition c crd,crds @api-extensions +status`,
  'scheduling.k8s.io/v1': `
    priorityclasses PriorityClass c pc`,
  'coordination.k8s.io/v1': `
    leases Lease n`,
  'node.k8s.io/v1': `
    runtimeclasses RuntimeClass c`,
  'discovery.k8s.io/v1': `
    endpointslices EndpointSlice n`,
}

/** In the order in which the real server lists them. */
export const KUBERNETES_TYPES: readonly ResourceType[] = Object.entries(TABLE).flatMap(([apiVersion, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => parse(apiVersion, line.trim())),
)

function parse(apiVersion: string, line: string): ResourceType {
  const [plural = '', kind = '', scope, ...rest] = line.split(' ')
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const marked = (mark: string) => rest.filter((word) => word.startsWith(mark)).map((word) => word.slice(1))
  const verbs = marked('!')[0]?.split(',')
  return {
    group,
    versions: [version],
    kind,
    plural,
    singular: kind.toLowerCase(),
    namespaced: scope === 'n',
    shortNames: rest.find((word) => /^[a-z]/.test(word))?.split(',') ?? [],
    categories: marked('@'),
    subresources: marked('+'),
    ...(verbs === undefined ? {} : { verbs }),
    builtIn: true,
  }
}
