// node provider.mjs PORT REDIRECT: an identity provider that nobody here wrote, at 127.0.0.1:PORT,
// for the console whose redirect address is REDIRECT. Anna has the role `cases` there, Otto none
// that counts here. Prints the client's secret once it serves.
import { IdentityProvider } from '../../browser/drive/support/identity_provider.js';

const [port = '', redirect = ''] = process.argv.slice(2);
const provider = new IdentityProvider(Number(port), redirect, 'RS256');
provider.roles.set('anna', ['cases']);
provider.roles.set('otto', ['kitchen']);
await provider.ready();
console.log(provider.clientSecret);
