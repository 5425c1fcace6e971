export default function KeysPage() {
  return <h1>API Keys</h1>;
}
