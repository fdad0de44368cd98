freshet_module(serve COLD
  USES app base catalog coherence crawl engine http monitor notify refresh registrar registry replay store url watch
       web
  PUBLIC server.h supervisor.h
  LINKS fmt::fmt nlohmann_json::nlohmann_json
  SOURCES api_handler.cc api_parts.cc api_problem.cc api_route.cc archive_routes.cc caller.cc capture_work.cc
          channel_routes.cc event_stream.cc form.cc happening_routes.cc html_answer.cc job_board.cc job_progress.cc
          job_routes.cc json_body.cc openapi.cc page_routes.cc page_run.cc people_routes.cc public_pages.cc readers.cc
          replay_handler.cc request_throttle.cc schema_text.cc server.cc server_routes.cc server_state.cc service.cc
          supervisor.cc watch_file_routes.cc watch_routes.cc watch_schema.cc
  TESTS access_test.cc api_handler_test.cc contract_test.cc event_stream_test.cc job_board_test.cc
        job_progress_test.cc schema_text_test.cc service_test.cc supervisor_test.cc)
