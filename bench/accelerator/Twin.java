import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** The least that a key-value cache over HTTP can be in Java, with the JDK's own server: PUT and GET, behind a password. */
class Twin {
  record Entry(byte[] body, String type) {}

  static final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();

  public static void main(String[] args) throws IOException {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 1024);
    var context = server.createContext("/", Twin::answer);
    context.setAuthenticator(
        new BasicAuthenticator("twin") {
          public boolean checkCredentials(String user, String password) {
            return user.equals(args[0]) && password.equals(args[1]);
          }
        });
    server.setExecutor(Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors()));
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }

  static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var key = exchange.getRequestURI().getRawPath();
      if (exchange.getRequestMethod().equals("PUT")) {
        var type = exchange.getRequestHeaders().getFirst("Content-Type");
        var before = entries.put(key, new Entry(exchange.getRequestBody().readAllBytes(), type));
        exchange.sendResponseHeaders(before == null ? 201 : 204, -1);
        return;
      }
      var entry = entries.get(key);
      if (entry == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", entry.type());
      exchange.sendResponseHeaders(200, entry.body().length);
      exchange.getResponseBody().write(entry.body());
    }
  }
}
