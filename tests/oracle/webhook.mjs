// Verifies a message of Standard Webhooks with the reference library. Standard input: {"secret", "headers", "body"}. Prints
// the verified payload as JSON, or {"error"}.
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const { secret, headers, body } = JSON.parse(readFileSync(0, "utf8"));
try {
  console.log(JSON.stringify(new Webhook(secret).verify(body, headers)));
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}
