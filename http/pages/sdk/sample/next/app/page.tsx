// Rendered on the server, the element too: a browser has it before any script.
import { Capture } from './capture';

// The address of the Countersign server is that of the moment, and not of the build.
export const dynamic = 'force-dynamic';

export default function Page() {
  return (
    <main>
      <h1>Open an account</h1>
      <Capture server={process.env['COUNTERSIGN_SERVER'] ?? 'http://localhost:8080'} />
    </main>
  );
}
