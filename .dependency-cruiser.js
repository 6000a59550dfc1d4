// The walls of the house (ARCHITECTURE.md). Each rule says what it keeps apart and why.
const SLICE = '^apps/server/src/(?!lib/)([^/]+)/'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-cycles',
      'A cycle means two files are one. Types may point back: Deps is a type.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'contract-stands-alone',
      'The wire depends on nothing but TypeBox.',
      { path: '^packages/contract/src' },
      { pathNot: ['^packages/contract/src', 'node_modules/(typebox|vitest|fast-check)'] },
    ),
    forbid(
      'sdk-knows-the-contract-only',
      'What module authors install carries no server.',
      { path: '^packages/sdk/src' },
      { path: '^(apps|packages/testkit)' },
    ),
    forbid(
      'sdk-takes-types-from-the-contract',
      'What is published has no dependency that runs.',
      { path: '^packages/sdk/src' },
      { path: '^packages/contract', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'testkit-knows-no-server',
      'Tests drive the system from outside.',
      { path: '^packages/testkit/src' },
      { path: '^apps' },
    ),
    forbid(
      'modules-import-the-sdk-only',
      'A reference module is what a stranger would write.',
      { path: '^modules' },
      { path: '^(apps|packages/(contract|testkit))' },
    ),
    forbid(
      'web-knows-the-contract-only',
      'The workspace speaks HTTP like everybody else.',
      { path: '^apps/web' },
      { path: '^(apps/server|packages/(sdk|testkit)|modules)' },
    ),
    forbid(
      'features-stand-apart',
      'Pages compose features; features do not know one another.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/(features/(?!$1/)|pages/)' },
    ),
    forbid(
      'rigs-stay-outside',
      'Faults, measurements and browser tests use the system as its users do.',
      { path: '^(faults|bench|e2e)' },
      { path: '^apps' },
    ),
    forbid(
      'server-signs-with-the-sdk',
      'Signing and verifying are one file; nothing else of the SDK is the server’s business.',
      { path: '^apps/server/src' },
      { path: '^packages/sdk/src', pathNot: '^packages/sdk/src/signature.ts$' },
    ),
    forbid(
      'no-testkit-in-the-server',
      'Tests may use it; the product may not.',
      { path: '^apps/server/src', pathNot: '\\.test\\.ts$' },
      { path: '^packages/testkit' },
    ),
    forbid(
      'lib-has-no-word-of-the-domain',
      'lib serves every slice and knows none.',
      { path: '^apps/server/src/lib' },
      { path: '^apps/server/src/(?!lib/|db\\.generated)' },
    ),
    forbid(
      'rules-are-pure',
      'Rules import the contract and nothing else: no clock, no chance, no database.',
      { path: `${SLICE}rules\\.ts$` },
      { pathNot: ['^packages/contract/src', '^apps/server/src/lib/(money|phone|emoji)\\.ts$'] },
    ),
    forbid(
      'stores-hold-sql',
      'A store knows the database and the rules’ types; it calls nobody.',
      { path: `${SLICE}store\\.ts$` },
      {
        path: '^apps/server/src/(?!lib/(db|transaction|mark|compile-once|money|phone|crypto)\\.ts$|[^/]+/rules\\.ts$)',
      },
    ),
    forbid(
      'routes-bind-their-own-slice',
      'A route is one line: its endpoint and its action.',
      { path: `${SLICE}routes\\.ts$` },
      { path: '^apps/server/src/(?!lib/route\\.ts$|deps\\.ts$|$1/)' },
    ),
    forbid(
      'only-the-app-mounts-routes',
      'Nothing else has business with HTTP.',
      { pathNot: '^apps/server/src/app\\.ts$' },
      { path: `${SLICE}routes\\.ts$` },
    ),
    forbid(
      'only-the-worker-does-jobs',
      'Actions send jobs; the worker does them.',
      { pathNot: '^apps/server/src/(work|job-list)\\.ts$' },
      { path: `${SLICE}jobs\\.ts$` },
    ),
    forbid(
      'one-door-jobs',
      'The job engine could be swapped in one file.',
      { path: '^apps/server/src', pathNot: '^apps/server/src/lib/jobs\\.ts$' },
      { path: 'node_modules/pg-boss' },
    ),
    forbid(
      'one-door-http-out',
      'Every outgoing request is guarded.',
      { path: '^apps/server/src', pathNot: '^apps/server/src/lib/egress(-answer)?\\.ts$' },
      { path: 'node_modules/undici' },
    ),
    forbid(
      'one-door-redis',
      'Redis may vanish; one file knows what happens then.',
      { path: '^apps/server/src', pathNot: '^apps/server/src/lib/redis\\.ts$' },
      { path: 'node_modules/ioredis' },
    ),
    forbid(
      'no-bare-sockets',
      'A socket of one’s own would go around the guard.',
      { path: '^apps/server/src', pathNot: ['^apps/server/src/lib/egress(-guard)?\\.ts$', '\\.test\\.ts$'] },
      { path: '^(node:)?(net|tls|dgram)$' },
    ),
    forbid(
      'no-bare-http',
      'node:http would go around the guard; metrics listen with it.',
      { path: '^apps/server/src', pathNot: '^apps/server/src/lib/process\\.ts$' },
      { path: '^(node:)?(http|https|http2)$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps/web/dist|.node)/' },
    tsPreCompilationDeps: 'specify',
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
