/** The secret address of a deploy hook. Its body is whatever the sender's webhooks are. */
export const deployHookOperation = {
  operationId: 'useDeployHook',
  summary: 'Redeploy an instance: its images are fetched again, by the digests that their tags have now.',
  description:
    'Public: the token in the path is the secret. Without a body it always redeploys. With one it redeploys if a service uses the pushed image: webhooks of Docker Hub, GitHub and Gitea packages, Harbor, Quay and Azure, notifications of a registry (Docker, GitLab), or `{ "image": "…" }`. A signed request is accepted once. A closed instance stays closed. At most 10 requests a minute.',
  tags: ['deploy-hook'],
  security: [],
  parameters: [
    { name: 'token', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'X-Longshore-Signature',
      in: 'header',
      required: false,
      description:
        '`t=TIME,v1=HMAC`: the time in seconds since 1970, at most 5 minutes off, and the hexadecimal HMAC-SHA256 of `TIME.BODY` with the signing secret.',
      schema: { type: 'string' },
    },
    {
      name: 'X-Hub-Signature-256',
      in: 'header',
      required: false,
      description:
        '`sha256=` and the hexadecimal HMAC-SHA256 of the body with the signing secret, as GitHub sends it. Harbor and GitLab send the signing secret itself as `Authorization` or `X-Gitlab-Token` instead.',
      schema: { type: 'string' },
    },
  ],
  requestBody: { required: false, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: {
      description: 'Success. Nothing is deployed for an event that is no push, or of another image.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['deployed', 'message'],
            properties: { deployed: { type: 'boolean' }, message: { type: 'string' } },
          },
        },
      },
    },
    default: {
      description: 'An error with a code and a message.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } } },
    },
  },
}
