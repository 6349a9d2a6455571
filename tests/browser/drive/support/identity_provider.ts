// An identity provider that nobody here wrote: oidc-provider, with its own pages for login and
// consent.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import Provider from 'oidc-provider';

export type Algorithm = 'RS256' | 'PS256' | 'ES256';

function key(algorithm: Algorithm): object {
  const pair =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');  // a new key has a new name
  return { ...pair.privateKey.export({ format: 'jwk' }), use: 'sig', alg: algorithm, kid };
}

export class IdentityProvider {
  readonly issuer: string;
  readonly clientId = 'countersign';
  readonly clientSecret: string;
  // The roles of each account, as they are when it logs in. Every account exists.
  readonly roles = new Map<string, readonly string[]>();
  readonly #server: Server;

  constructor(port: number, redirectUri: string, algorithm: Algorithm, secret?: string) {
    this.clientSecret = secret ?? randomBytes(32).toString('base64url');
    // For browsers another site than localhost: cookies are those of a company's provider.
    this.issuer = `http://127.0.0.1:${port}`;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [redirectUri],
          id_token_signed_response_alg: algorithm,
        },
      ],
      jwks: { keys: [key('RS256'), key('PS256'), key('ES256')] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      pkce: { required: () => true },
      claims: { openid: ['sub'], profile: ['name', 'groups'] },
      conformIdTokenClaims: false,  // the claims of a scope are in the ID token too
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `Person ${id}`, groups: this.roles.get(id) ?? [] }),
      }),
    });
    this.#server = provider.listen(port, '127.0.0.1');
  }

  async ready(): Promise<void> {
    if (this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.once('listening', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
