// SPDX-License-Identifier: Apache-2.0
import type { ResourceType } from './resource-type.ts'

// Names of the fleet's custom resources that cannot be derived from the kind (plurals, scope, short names, categories).
// A CustomResourceDefinition in the fleet file takes precedence; a kind in neither gets a regular plural.
// plural Kind [n = namespaced | c = cluster] short,names @category …
const TABLE: Record<string, string> = {
  'apiextensions.crossplane.io': `
    compositeresourcedefinitions CompositeResourceDefinition c xrd,xrds @crossplane
    compositionrevisions CompositionRevision c comprev @crossplane
    compositions Composition c comp @crossplane
    environmentconfigs EnvironmentConfig c envcfg @crossplane
    managedresourceactivationpolicies ManagedResourceActivationPolicy c mrap @crossplane
    managedresourcedefinitions ManagedResourceDefinition c mrd,mrds @crossplane
    usages Usage c @crossplane`,
  'barbican.openstack.c5c3.io': `
    barbicans Barbican n
    barbicansecretstores BarbicanSecretStore n`,
  'c5c3.io': `
    controlplanes ControlPlane n
    credentialrotations CredentialRotation n
    keystoneservices KeystoneService n
    openstackclusters OpenStackCluster n @claim
    secretaggregates SecretAggregate n
    xopenstackclusters XOpenStackCluster c @composite`,
  'cache.cs.sap.com': `
    valkeys Valkey n`,
  'ceph.cobaltcore.sap.com': `
    remotearbiters RemoteArbiter n
    remoteclusters RemoteCluster n`,
  'ceph.rook.io': `
    cephblockpoolradosnamespaces CephBlockPoolRadosNamespace n cephbprns,cephrns
    cephblockpools CephBlockPool n cephbp
    cephbucketnotifications CephBucketNotification n cephbn
    cephbuckettopics CephBucketTopic n cephbt
    cephclients CephClient n cephcl
    cephclusters CephCluster n ceph
    cephcosidrivers CephCOSIDriver n cephcosi
    cephfilesystemmirrors CephFilesystemMirror n cephfsm
    cephfilesystems CephFilesystem n cephfs
    cephfilesystemsubvolumegroups CephFilesystemSubVolumeGroup n cephfssvg,cephsvg
    cephnfses CephNFS n nfs
    cephnvmeofgateways CephNVMeOFGateway n nvmeof
    cephobjectrealms CephObjectRealm n cephor
    cephobjectstoreaccounts CephObjectStoreAccount n
    cephobjectstores CephObjectStore n cephos
    cephobjectstoreusers CephObjectStoreUser n rcou,objectuser,cephosu
    cephobjectzonegroups CephObjectZoneGroup n cephozg
    cephobjectzones CephObjectZone n cephoz
    cephrbdmirrors CephRBDMirror n cephrbdm`,
  'cert-manager.io': `
    certificates Certificate n cert,certs @cert-manager
    clusterissuers ClusterIssuer c @cert-manager
    issuers Issuer n @cert-manager`,
  'cinder.openstack.c5c3.io': `
    cinders Cinder n`,
  'compute.ironcore.dev': `
    machineclasses MachineClass c
    machinepools MachinePool c
    machines Machine n`,
  'core.gardener.cloud': `
    cloudprofiles CloudProfile c
    projects Project c
    seeds Seed c
    shoots Shoot n`,
  'cortex.c5c3.io': `
    cortexes Cortex n`,
  'cortex.cloud': `
    committedresources CommittedResource c
    datasources Datasource c
    decisions Decision c
    deschedulings Descheduling c
    flavorgroupcapacities FlavorGroupCapacity c
    histories History c
    knowledges Knowledge c
    kpis KPI c
    pipelines Pipeline c
    projectquotas ProjectQuota c
    reservations Reservation c`,
  'crossplane.c5c3.io': `
    controlplaneclusters ControlPlaneCluster n @claim
    hypervisorclusters HypervisorCluster n @claim
    storageclusters StorageCluster n @claim
    xcontrolplaneclusters XControlPlaneCluster c @composite
    xhypervisorclusters XHypervisorCluster c @composite
    xstorageclusters XStorageCluster c @composite`,
  'external-secrets.io': `
    clusterexternalsecrets ClusterExternalSecret c ces @external-secrets
    clusterpushsecrets ClusterPushSecret c @external-secrets
    clustersecretstores ClusterSecretStore c css @external-secrets
    externalsecrets ExternalSecret n es @external-secrets
    pushsecrets PushSecret n ps @external-secrets
    secretstores SecretStore n ss @external-secrets`,
  'fluxcd.controlplane.io': `
    fluxinstances FluxInstance n @fluxcd @fluxcd-appliers
    fluxreports FluxReport n @fluxcd
    resourcesetinputproviders ResourceSetInputProvider n rsip @all @fluxcd @fluxcd-sources
    resourcesets ResourceSet n rset @all @fluxcd @fluxcd-appliers`,
  'gateway.networking.k8s.io': `
    gatewayclasses GatewayClass c gc
    gateways Gateway n gtw
    httproutes HTTPRoute n`,
  'generators.external-secrets.io': `
    vaultdynamicsecrets VaultDynamicSecret n @external-secrets`,
  'glance.openstack.c5c3.io': `
    glancebackends GlanceBackend n
    glances Glance n`,
  'helm.toolkit.fluxcd.io': `
    helmreleases HelmRelease n hr @all @fluxcd @fluxcd-appliers`,
  'horizon.openstack.c5c3.io': `
    horizons Horizon n`,
  'hypervisor.c5c3.io': `
    evictions Eviction c
    hypervisors Hypervisor c
    migrations Migration n`,
  'k8s.mariadb.com': `
    backups Backup n bmdb
    connections Connection n cmdb
    databases Database n dmdb
    externalmariadbs ExternalMariaDB n emdb
    grants Grant n gmdb
    mariadbs MariaDB n mdb
    maxscales MaxScale n mxs
    physicalbackups PhysicalBackup n pbmdb
    pointintimerecoveries PointInTimeRecovery n pitr
    restores Restore n rmdb
    sqljobs SqlJob n smdb
    users User n umdb`,
  'keystone.openstack.c5c3.io': `
    keystoneidentitybackends KeystoneIdentityBackend n
    keystones Keystone n`,
  'kubernetes.crossplane.io': `
    objects Object c @crossplane @managed @kubernetes
    observedobjectcollections ObservedObjectCollection c @crossplane @managed @kubernetes
    providerconfigs ProviderConfig c @crossplane @provider @kubernetes
    providerconfigusages ProviderConfigUsage c @crossplane @provider @kubernetes`,
  'kubernetes.m.crossplane.io': `
    clusterproviderconfigs ClusterProviderConfig c @crossplane @provider @kubernetes
    objects Object n @crossplane @managed @kubernetes
    observedobjectcollections ObservedObjectCollection n @crossplane @managed @kubernetes
    providerconfigs ProviderConfig n @crossplane @provider @kubernetes
    providerconfigusages ProviderConfigUsage n @crossplane @provider @kubernetes`,
  'kustomize.toolkit.fluxcd.io': `
    kustomizations Kustomization n ks @all @fluxcd @fluxcd-appliers`,
  'kvm.cloud.sap': `
    evictions Eviction c evi
    hypervisors Hypervisor c hv
    migrations Migration n`,
  'memcached.c5c3.io': `
    memcacheds Memcached n`,
  'metal.ironcore.dev': `
    bmcs BMC c
    bmcsecrets BMCSecret c bmcsec
    bmcusers BMCUser c bmcu
    endpoints Endpoint c mep
    serverbootconfigurations ServerBootConfiguration n sbc
    serverclaims ServerClaim n scl
    serverreadinessrules ServerReadinessRule c
    servers Server c srv`,
  'neutron.openstack.c5c3.io': `
    neutrons Neutron n`,
  'nova.openstack.c5c3.io': `
    novas Nova n`,
  'openstack.k-orc.cloud': `
    addressscopes AddressScope n @openstack
    applicationcredentials ApplicationCredential n @openstack
    domains Domain n @openstack
    endpoints Endpoint n @openstack
    flavors Flavor n @openstack
    floatingips FloatingIP n @openstack
    groups Group n @openstack
    images Image n @openstack
    keypairs KeyPair n @openstack
    networks Network n @openstack
    ports Port n @openstack
    projects Project n @openstack
    roleassignments RoleAssignment n @openstack
    roles Role n @openstack
    routerinterfaces RouterInterface n @openstack
    routers Router n @openstack
    securitygroups SecurityGroup n @openstack
    servergroups ServerGroup n @openstack
    servers Server n @openstack
    services Service n @openstack
    sharenetworks ShareNetwork n @openstack
    subnets Subnet n @openstack
    trunks Trunk n @openstack
    users User n @openstack
    volumes Volume n @openstack
    volumetypes VolumeType n @openstack`,
  'ovn.c5c3.io': `
    ovnchassis OVNChassis n
    ovnclusters OVNCluster n`,
  'ovs.c5c3.io': `
    ovsnodes OVSNode n`,
  'pkg.crossplane.io': `
    configurationrevisions ConfigurationRevision c @crossplane @pkgrev
    configurations Configuration c @crossplane @pkg
    deploymentruntimeconfigs DeploymentRuntimeConfig c @crossplane
    functionrevisions FunctionRevision c @crossplane @pkgrev
    functions Function c @crossplane @pkg
    imageconfigs ImageConfig c @crossplane
    locks Lock c
    providerrevisions ProviderRevision c @crossplane @pkgrev
    providers Provider c @crossplane @pkg`,
  'placement.openstack.c5c3.io': `
    placements Placement n`,
  'rabbitmq.com': `
    rabbitmqclusters RabbitmqCluster n rmq @rabbitmq`,
  'source.toolkit.fluxcd.io': `
    buckets Bucket n @all @fluxcd @fluxcd-sources
    externalartifacts ExternalArtifact n ea @all @fluxcd @fluxcd-sources
    gitrepositories GitRepository n gitrepo @all @fluxcd @fluxcd-sources
    helmcharts HelmChart n hc @all @fluxcd @fluxcd-sources
    helmrepositories HelmRepository n helmrepo @all @fluxcd @fluxcd-sources
    ocirepositories OCIRepository n ocirepo @all @fluxcd @fluxcd-sources`,
  'tempest.openstack.c5c3.io': `
    tempests Tempest n`,
}

export type KnownNames = Pick<ResourceType, 'group' | 'kind' | 'plural' | 'namespaced' | 'shortNames' | 'categories'>

/** By Kind.group; versions come from the objects. */
export const LANDSCAPE_TYPES: ReadonlyMap<string, KnownNames> = new Map(
  Object.entries(TABLE).flatMap(([group, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => parse(group, line.trim()))
      .map((type) => [`${type.kind}.${group}`, type] as const),
  ),
)

function parse(group: string, line: string): KnownNames {
  const [plural = '', kind = '', scope, ...rest] = line.split(' ')
  return {
    group,
    kind,
    plural,
    namespaced: scope === 'n',
    shortNames: rest.find((word) => !word.startsWith('@'))?.split(',') ?? [],
    categories: rest.filter((word) => word.startsWith('@')).map((word) => word.slice(1)),
  }
}
